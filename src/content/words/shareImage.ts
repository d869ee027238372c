/** Ends the alternative text of a page's picture. */
export const tree = 'Beside the words, a quiver tree forks in two at every branch.';
