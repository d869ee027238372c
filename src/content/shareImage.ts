/** In pixels. */
export const SHARE = { width: 1200, height: 630 } as const;

/** @param id the page's folder */
export const shareImage = (id: string) => `/share/${id}.png`;
