/** Read aloud in place of the picture of a link, after the firm's name and the page's title. */
export const tree = 'Beside the words, a quiver tree forks in two at every branch.';
