import './Picture.css';
import type { Illustration } from '../content/picture.ts';

/** A picture in a page, which browsers fetch as it comes near, as small as they can do with. */
export function Picture({
  picture: { file, alt },
  sizes,
}: {
  readonly picture: Illustration;
  /** How wide the page shows it, as the attribute `sizes` has it. */
  readonly sizes: string;
}) {
  return (
    <picture>
      {file.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        className="picture"
        // before src: some browsers have begun to fetch it by then
        loading="lazy"
        src={file.src}
        width={file.width}
        height={file.height}
        alt={alt}
      />
    </picture>
  );
}
