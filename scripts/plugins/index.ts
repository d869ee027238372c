import type { PluginOption } from 'vite';
import type { Environment } from '../environment.mjs';
import { budgets } from './budgets.ts';
import { compression } from './compression.ts';
import { content } from './content.ts';
import { endpoint } from './endpoint.ts';
import { firm } from './firm.ts';
import { host } from './host.ts';
import { images } from './images.ts';
import { pageFaults } from './pageFaults.ts';
import { pictures } from './pictures.ts';
import { prerender } from './prerender.ts';
import { publicFiles } from './publicFiles.ts';
import { rules } from './rules.ts';
import { securityTxt } from './securityTxt.ts';
import { SiteBuild } from './siteBuild.ts';
import { sitemap } from './sitemap.ts';
import { slim } from './slim.ts';
import { states } from './states.ts';
import { types } from './types.ts';
import { upload } from './upload.ts';

/** What "vite", "vite build" and "vite preview" do for the site beyond what they do for any app. */
export function site(environment: Environment): PluginOption {
  const siteBuild = new SiteBuild();
  return [
    slim(),
    rules(),
    pictures(),
    content(siteBuild),
    prerender(siteBuild, environment),
    images(siteBuild, environment),
    pageFaults(siteBuild, environment),
    sitemap(siteBuild, environment),
    securityTxt(siteBuild, environment),
    publicFiles(environment),
    compression(),
    budgets(siteBuild),
    types(),
    firm(siteBuild, environment),
    upload(siteBuild, environment),
    states(),
    endpoint(environment),
    host(environment),
  ];
}
