// @ts-check
import {
  admits,
  CACHE,
  ENDPOINT,
  HOME,
  REFUSALS,
  RETRY_AFTER,
  SCRIPTS,
  TEXT_TYPES,
} from './serving.mjs';

const ENDINGS = Object.keys(TEXT_TYPES).join('|');

/** Of the addresses that PHP answers, below the prefix. */
const SCRIPT = `(?:${SCRIPTS.map((name) => name.replace('.', '\\.')).join('|')})`;
const REFUSAL = `(?:${Object.keys(REFUSALS).join('|')})`;

/**
 * The .htaccess of the document root. What needs a module stands within a question for it: a host
 * that lacks one serves every page nevertheless, and nothing private.
 * @param {object} options
 * @param {Record<string, string>} options.headers of every answer
 * @param {string} options.servicePrefix
 * @param {string} options.siteUrl
 * @param {boolean} options.toHttps whether to redirect what comes in plain HTTP
 */
export const htaccess = ({ headers, servicePrefix, siteUrl, toHttps }) => `\
# Made by the build; every upload replaces it.

# --- Private: dotfiles, and the private part where it is in this folder -------------------------
AcceptPathInfo Off
<IfModule mod_authz_core.c>
  <If "%{REQUEST_URI} =~ m#/\\.(?!well-known(?:/|$))|^/+private(?:/|$)#i">
    Require all denied
  </If>
</IfModule>
<IfModule mod_autoindex.c>
  Options -Indexes
</IfModule>

# --- Pages --------------------------------------------------------------------------------------
ErrorDocument 403 /404.html
ErrorDocument 404 /404.html
# in the place of the endpoint, where a body is larger than the host admits or PHP cannot be reached
<Files ${ENDPOINT}>
  # php-fpm reads no body whose length it is not told
  <IfModule mod_env.c>
    SetEnv proxy-sendcl 1
  </IfModule>
${refusalsFor(servicePrefix, 'json')}\
  <If "req_novary('Content-Type') =~ m#^application/x-www-form-urlencoded#i">
${refusalsFor(servicePrefix, 'txt')}\
  </If>
</Files>
<IfModule mod_dir.c>
  DirectoryIndex index.html
</IfModule>
<IfModule mod_mime.c>
${Object.entries(TEXT_TYPES)
  .map(([ending, type]) => `  AddType ${type} .${ending}\n`)
  .join('')}  AddType image/x-icon .ico
  AddType font/woff2 .woff2
  AddCharset utf-8 ${Object.keys(TEXT_TYPES)
    .map((ending) => `.${ending}`)
    .join(' ')}
</IfModule>
<IfModule mod_rewrite.c>
  <IfModule mod_dir.c>
    # the rules below know folders better
    DirectorySlash Off
  </IfModule>
  RewriteEngine On
  RewriteBase /
${toHttps ? httpsRule(siteUrl) : ''}
  # The conditions on REDIRECT_STATUS: not for what these rules, or an error, have led to.
  RewriteCond %{ENV:REDIRECT_STATUS} ^$
  RewriteRule ^$ ${HOME} [R=302,L]

  # a page has one address: not its file's, and none with a slash at its end
  RewriteCond %{ENV:REDIRECT_STATUS} ^$
  RewriteRule (?:^|/)(?:index|404)\\.html$|(?:^|/)${REFUSAL}\\.(?:json|txt)$|\\.(?:br|gz)$ - [NC,R=404,L]
  RewriteCond %{REQUEST_URI} !^${servicePrefix}/${SCRIPT}$
  RewriteRule \\.php(?:/|$) - [NC,R=404,L]
  RewriteCond %{REQUEST_FILENAME}/index.html -f
  RewriteRule ^(.+?)/+$ /$1 [R=301,L]

  # folders that are no page, and once more what is private
  RewriteCond %{REQUEST_FILENAME} -d
  RewriteCond %{REQUEST_FILENAME}/index.html !-f
  RewriteRule ^ - [R=404,L]
  RewriteRule ^private(?:/|$)|(?:^|/)\\.(?!well-known(?:/|$)) - [NC,R=404,L]

  RewriteCond %{REQUEST_FILENAME}/index.html -f
  RewriteRule ^(.+)$ $1/index.html

  # the file that the build has compressed, for whoever takes it
  <IfModule mod_mime.c>
${['br', 'gz']
  .map(
    (ending) => `\
    RewriteCond %{HTTP:Accept-Encoding} "${admits(codingOf(ending))}" [NC]
    RewriteCond %{REQUEST_FILENAME}.${ending} -f
    RewriteRule ^(.+)$ $1.${ending} [L]
`,
  )
  .join('')}\
  </IfModule>
  # what a client refuses in so many words, no other filter shall do
  RewriteCond %{HTTP:Accept-Encoding} "gzip\\s*;\\s*q=0(?:\\.0*)?\\s*(?:$|,)" [NC]
  RewriteRule ^ - [E=no-gzip:1]
  RewriteCond %{HTTP:Accept-Encoding} "br\\s*;\\s*q=0(?:\\.0*)?\\s*(?:$|,)" [NC]
  RewriteRule ^ - [E=no-brotli:1]
</IfModule>
<IfModule mod_mime.c>
  RemoveLanguage .br .gz
  AddEncoding br .br
  AddEncoding gzip .gz
${Object.entries(TEXT_TYPES)
  .map(
    ([ending, type]) => `\
  <FilesMatch "\\.${ending}\\.(?:br|gz)$">
    ForceType "${type}; charset=utf-8"
  </FilesMatch>
`,
  )
  .join('')}\
</IfModule>

# --- What nobody has compressed: the endpoint's pages, and all on a host without the rules above --
<IfModule mod_filter.c>
  <IfModule mod_deflate.c>
    AddOutputFilterByType DEFLATE ${[...new Set(Object.values(TEXT_TYPES))]
      .filter((type) => !/json$|plain$/.test(type))
      .join(' ')}
  </IfModule>
</IfModule>
<IfModule mod_php.c>
  <IfModule mod_env.c>
    # here PHP works on after its answer, whose length tells the browser that it has all of it
    <Files contact_process.php>
      SetEnv no-gzip 1
      SetEnv no-brotli 1
    </Files>
  </IfModule>
</IfModule>
<IfModule mod_setenvif.c>
  # Apache keeps this header from PHP; a monitor's token is in it, and nothing else is handed on
  <Files contact_health.php>
    SetEnvIfNoCase Authorization "^(Bearer .+)$" HTTP_AUTHORIZATION=$1
  </Files>
</IfModule>

# --- Headers ------------------------------------------------------------------------------------
<IfModule mod_headers.c>
${Object.entries(headers)
  .map(([name, value]) => `  Header unset ${name}\n  Header always set ${name} "${value}"\n`)
  .join('')}\
  Header unset X-Powered-By
  Header always unset X-Powered-By
  Header setifempty Cache-Control "${CACHE.rest}"
  <If "%{REQUEST_URI} =~ m#^/assets/#">
    Header set Cache-Control "${CACHE.assets}"
  </If>
  <FilesMatch "^(?:unavailable|undecided)\\.(?:json|txt)$">
    Header always set Retry-After ${RETRY_AFTER}
  </FilesMatch>
  <FilesMatch "\\.(?:${ENDINGS})(?:\\.(?:br|gz))?$">
    Header merge Vary Accept-Encoding
  </FilesMatch>
</IfModule>
`;

/** @param {string} servicePrefix @param {string} ending of the file */
const refusalsFor = (servicePrefix, ending) =>
  Object.entries(REFUSALS)
    .flatMap(([code, statuses]) =>
      statuses.map((status) => `  ErrorDocument ${status} ${servicePrefix}/${code}.${ending}\n`),
    )
    .join('');

/** @param {string} ending */
const codingOf = (ending) => (ending === 'gz' ? 'gzip' : ending);

/**
 * A proxy in front says by X-Forwarded-Proto what the visitor came by; one that does not would send
 * everybody in circles, which is why this is asked for.
 * @param {string} siteUrl
 */
const httpsRule = (siteUrl) => `
  RewriteCond %{ENV:REDIRECT_STATUS} ^$
  RewriteCond %{HTTPS} !=on
  RewriteCond %{HTTP:X-Forwarded-Proto} !=https
  RewriteCond %{REQUEST_URI} !^/\\.well-known/
  RewriteRule ^ ${siteUrl}%{REQUEST_URI} [R=301,L]
`;
