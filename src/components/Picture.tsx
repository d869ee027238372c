import './Picture.css';
import type { Illustration } from '../prerender/schema.ts';

const DARK = 'screen and (prefers-color-scheme: dark)';

export function Picture({
  picture: { file, dark, alt },
  sizes,
  isFirst = false,
}: {
  readonly picture: Illustration;
  readonly sizes: string;
  /** Above the fold, so that it loads at once. */
  readonly isFirst?: boolean;
}) {
  const [inDark] = dark?.sources ?? [];
  return (
    <picture>
      {inDark && <source media={DARK} {...inDark} sizes={sizes} />}
      {/* for browsers without AVIF, and for the dev server */}
      {dark && <source media={DARK} srcSet={`${dark.src} ${dark.width}w`} sizes={sizes} />}
      {file.sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        className="picture"
        // before src, or some browsers fetch the picture at once
        loading={isFirst || file.isDrawing ? 'eager' : 'lazy'}
        {...(isFirst && { fetchPriority: 'high' })}
        src={file.src}
        width={file.width}
        height={file.height}
        alt={alt}
      />
    </picture>
  );
}
