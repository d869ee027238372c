import type { PluginOption } from 'vite';
import type { Environment } from '../environment.mjs';
import { app } from './app.ts';
import { budgets } from './budgets.ts';
import { content } from './content.ts';
import { drawings } from './drawings.ts';
import { endpoint } from './endpoint.ts';
import { fields } from './fields.ts';
import { links } from './links.ts';
import { mark } from './mark.ts';
import { news } from './news.ts';
import { pictures } from './pictures.ts';
import { prerender } from './prerender.ts';
import { previewServer } from './previewServer.ts';
import { SiteBuild } from './siteBuild.ts';
import { siteFiles } from './siteFiles.ts';
import { types } from './types.ts';
import { upload } from './upload.ts';

/** In the order in which they run. */
export function plugins(environment: Environment): PluginOption {
  const siteBuild = new SiteBuild();
  return [
    app(environment),
    // encodes imported pictures as AVIF and WebP
    pictures(),
    // reads imported SVG files as shapes
    drawings(),
    // reads the firm's mark
    mark(environment),
    // reads the posts, and leaves out the pages of news without one
    news(environment),
    // reads the labels of the forms' fields
    fields(),
    // checks editors' files
    content(siteBuild, environment),
    // renders every route to HTML
    prerender(siteBuild, environment),
    // checks types, after the checks of editors' files, whose messages are easier to read than the compiler's
    types(),
    // adds icons, link previews, sitemap and security.txt, and checks public/
    siteFiles(siteBuild, environment),
    // checks links and pictures
    links(siteBuild, environment),
    // compresses the files and checks the budgets
    budgets(siteBuild),
    // adds the endpoint and the web servers' configuration, replaces dist
    upload(siteBuild, environment),
    // dev server and preview: the real endpoint and an inbox
    endpoint(environment),
    // preview: serves dist like a host
    previewServer(environment),
  ];
}
