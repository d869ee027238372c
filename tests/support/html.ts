const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" } as const;

export const inHtml = (text: string): string =>
  text.replaceAll(
    /[&<>"']/g,
    (sign) => Object.entries(ENTITIES).find(([, plain]) => plain === sign)?.[0] ?? sign,
  );

export const fromHtml = (html: string): string =>
  html.replaceAll(
    /&(?:amp|lt|gt|quot|#x27);/g,
    (entity) => ENTITIES[entity as keyof typeof ENTITIES],
  );
