/** An element of an SVG drawing, with React's names of attributes. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>, inside: readonly Shape[]];

/** The result of `import mark from './mark.svg?drawing'`. */
export interface Drawing {
  readonly viewBox: string;
  readonly width: number;
  readonly height: number;
  /** Of the svg element. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly shapes: readonly Shape[];
}
