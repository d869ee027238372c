import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { HTMLElement, parse } from 'node-html-parser';
import { normalizePath, type Plugin } from 'vite';
import type { Drawing, Shape } from '../../src/content/drawing.ts';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

const QUERY = '?drawing';
/** In bytes. A drawing is inline in every page that shows it. */
const LARGEST = 8_000;

/** Reads an SVG file that is imported as `./mark.svg?drawing`, so that it is inline and can take the colour of the text. */
export function drawings(): Plugin {
  return {
    name: 'drawings',
    // before Vite's own handling of pictures
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?drawing$/ },
      handler(source, importer) {
        const name = source.slice(0, -QUERY.length);
        const file = isAbsolute(name) ? name : normalizePath(resolve(dirname(importer ?? root), name));
        if (existsSync(file)) return file + QUERY;
        throw new BuildError(`${relative(root, file)} is missing. Put your drawing there, as an SVG file.`);
      },
    },
    load: {
      filter: { id: /\?drawing$/ },
      handler(id) {
        const file = id.slice(0, -QUERY.length);
        this.addWatchFile(file);
        return `export default ${JSON.stringify(drawingFrom(readFileSync(file, 'utf8'), relative(root, file)))};`;
      },
    },
  };
}

const SHAPES = 'g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop'.split(' ');
/** Editors write these; nothing draws them. */
const SILENT = /^(?:title|desc|metadata|sodipodi:.*|inkscape:.*)$/;
const SILENT_ATTRIBUTES = /^(?:xmlns.*|xml:.*|version|data-.*|aria-.*|role|\w+:.*|width|height|x|y)$/;

/** @param file for error messages */
export function drawingFrom(source: string, file: string): Drawing {
  const fail = (problem: string) => new BuildError(`${file} ${problem}`);
  const svg = parse(source).querySelector('svg');
  if (svg === null) throw fail('is not an SVG drawing.');
  if (source.length > LARGEST) {
    throw fail(`has ${source.length} bytes, of at most ${LARGEST}: it is inline in every page. Simplify its paths.`);
  }
  const viewBox = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = viewBox;
  if (viewBox.length !== 4 || !(width > 0 && height > 0)) {
    throw fail('has no viewBox, such as viewBox="0 0 64 64". Add it to the <svg> element.');
  }

  const attributesOf = (element: HTMLElement, isDropped: (name: string) => boolean) => {
    const attributes: Record<string, string> = {};
    for (const [name, value] of Object.entries(element.attributes)) {
      if (isDropped(name)) continue;
      if (['style', 'class'].includes(name) || /^on|href$/i.test(name)) {
        throw fail(
          `has the attribute ${name}, which the site's security policy ignores. Export it as a plain SVG with presentation attributes, such as fill="#a5431c".`,
        );
      }
      attributes[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value;
    }
    return attributes;
  };
  const shapesOf = (parent: HTMLElement): Shape[] =>
    parent.childNodes.flatMap((node): Shape[] => {
      if (!(node instanceof HTMLElement) || SILENT.test(node.rawTagName)) return [];
      if (!SHAPES.includes(node.rawTagName)) {
        throw fail(
          `has a <${node.rawTagName}>. A drawing may have ${SHAPES.join(', ')}: turn text and effects into paths.`,
        );
      }
      const dropped = (name: string) => /^(?:xmlns|xml:|data-|\w+:)/.test(name);
      return [[node.rawTagName, attributesOf(node, dropped), shapesOf(node)]];
    });

  const attributes = attributesOf(svg, (name) => name === 'viewBox' || SILENT_ATTRIBUTES.test(name));
  const shapes = shapesOf(svg);
  const isWithoutColour = !/(?:fill|stroke)"/.test(JSON.stringify([attributes, shapes]));
  return {
    ...{ viewBox: viewBox.join(' '), width, height, shapes },
    attributes: isWithoutColour ? { ...attributes, fill: 'currentColor' } : attributes,
  };
}
