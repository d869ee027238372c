import { createElement, type ReactNode } from 'react';
import type { Drawing, Shape } from '../content/drawing.ts';

/** An SVG file of the identity, inline, so that it has the colour of the text around it. */
export function Drawn({ drawing, className }: { readonly drawing: Drawing; readonly className?: string }) {
  const { viewBox, width, height, attributes, shapes } = drawing;
  return (
    // the size is for pages without style
    <svg
      {...attributes}
      className={className}
      viewBox={viewBox}
      width={Math.round((40 * width) / height)}
      height="40"
      aria-hidden="true"
    >
      {shapes.map(element)}
    </svg>
  );
}

const element = ([name, attributes, inside]: Shape, key: number): ReactNode =>
  createElement(name, { ...attributes, key }, ...inside.map(element));
