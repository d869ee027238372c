/** Ends the alternative text of a page's picture. */
export const tree = 'Next to it is a drawing of a quiver tree.';
