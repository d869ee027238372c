import './Picture.css';
import type { Illustration } from '../content/picture.ts';

export function Picture({
  picture: { file, alt },
  sizes,
}: {
  readonly picture: Illustration;
  readonly sizes: string;
}) {
  return (
    <picture>
      {file.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        className="picture"
        // before src, or some browsers fetch the picture at once
        loading="lazy"
        src={file.src}
        width={file.width}
        height={file.height}
        alt={alt}
      />
    </picture>
  );
}
