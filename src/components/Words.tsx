/** A text that changes. Translators replace text nodes, so React must replace an element around the text. */
export const Words = ({ children }: { readonly children: string }) => <span key={children}>{children}</span>;
