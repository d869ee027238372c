const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" } as const;

/** A text as React writes it into a page. */
export const inHtml = (text: string): string =>
  text.replaceAll(
    /[&<>"']/g,
    (sign) => Object.entries(ENTITIES).find(([, plain]) => plain === sign)?.[0] ?? sign,
  );

/** A text as it is read out of one. */
export const fromHtml = (html: string): string =>
  html.replaceAll(
    /&(?:amp|lt|gt|quot|#x27);/g,
    (entity) => ENTITIES[entity as keyof typeof ENTITIES],
  );
