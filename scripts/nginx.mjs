// @ts-check
import {
  admits,
  BINARY_TYPES,
  CACHE,
  ENDPOINT,
  HOME,
  REFUSALS,
  RETRY_AFTER,
  SCRIPTS,
  TEXT_TYPES,
} from './serving.mjs';

/**
 * The server block of an operator's own, with the lines to change. It holds nothing that an upload
 * changes; that is in the file which it includes.
 * @param {string} siteUrl
 */
export const serverBlock = (siteUrl) => `\
# Copy this file to /etc/nginx/sites-available/website, change the lines that are marked, then
#   ln -s /etc/nginx/sites-available/website /etc/nginx/sites-enabled/
#   nginx -t && systemctl reload nginx
# For HTTPS, certbot --nginx adds to it what is needed, with the redirect from plain HTTP.
server {
    listen 80;
    listen [::]:80;
    server_name ${new URL(siteUrl).hostname};                      # change: the site's name
    root /var/www/website/www;                          # change: the folder www of the upload
    set $php unix:/run/php/php8.2-fpm.sock;             # change: where php-fpm listens
    include /var/www/website/nginx/site.conf;           # change: this folder of the upload
}
`;

/**
 * What a server block includes to serve the site, with the same behaviour as the .htaccess. Headers
 * stand at one level only, with variables where they differ, because a location that adds one of its
 * own loses all the others; an empty one is not sent.
 * @param {object} options
 * @param {Record<string, string>} options.headers of every answer
 * @param {string} options.servicePrefix
 * @param {string} options.siteUrl
 * @param {boolean} options.toHttps whether to redirect what comes in plain HTTP
 */
export const siteRules = ({ headers, servicePrefix, siteUrl, toHttps }) => `\
# Made by the build; every upload replaces it. After an upload: nginx -t && systemctl reload nginx

${toHttps ? httpsRule(siteUrl) : ''}\
absolute_redirect off;
server_tokens off;
error_page 403 404 /404.html;
charset utf-8;
charset_types ${Object.values(TEXT_TYPES)
  .filter((type) => type !== 'text/html')
  .join(' ')};
default_type application/octet-stream;
types {
${Object.entries({ ...TEXT_TYPES, ...BINARY_TYPES })
  .map(([ending, type]) => `    ${type} ${ending};\n`)
  .join('')}\
}
gzip off;
gzip_static on;
gzip_proxied any;
gzip_vary on;

# The ending of the file that the build has compressed, for whoever takes it; gzip_static sees to gzip.
set $compressed .none;
if ($http_accept_encoding ~* "${admits('br')}") {
    set $compressed .br;
}
# What the browser calls the site, with its port, which $host lacks. HTTP/3 has no header Host.
set $asked_host $http_host;
if ($asked_host = "") {
    set $asked_host $host;
}
# What a refusal is read by: a script, or a person whose form was sent without one.
set $read_by json;
if ($content_type ~* "^application/x-www-form-urlencoded") {
    set $read_by txt;
}
set $content_encoding "";
set $vary "";
set $cache "${CACHE.rest}";
set $cache_of_error "";
set $retry_after "";
if ($uri ~ ^/assets/) {
    set $cache "${CACHE.assets}";
}

${Object.entries(headers)
  .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
  .join('')}\
add_header Cache-Control $cache;
add_header Cache-Control $cache_of_error always;
add_header Retry-After $retry_after always;
add_header Content-Encoding $content_encoding;
add_header Vary $vary;

# Private: dotfiles, and the private part where it is in the document root.
location ~ /\\.(?!well-known(?:/|$)) {
    return 404;
}
location ~* ^/private(?:/|$) {
    return 404;
}

location = ${servicePrefix}/${ENDPOINT} {
    # no file for a body that may be taken, on a disk that may be full
    client_body_buffer_size 256k;
    client_max_body_size 256k;
    error_page 404 /404.html;
${Object.entries(REFUSALS)
  .map(
    ([code, statuses]) =>
      `    error_page ${statuses.join(' ')} ${servicePrefix}/${code}.$read_by;\n`,
  )
  .join('')}\
${php(headers)}\
}
location ~ ^${servicePrefix}/(?:${names(SCRIPTS.filter((name) => name !== ENDPOINT))})$ {
${php(headers)}\
}
location ~ ^${servicePrefix}/(?:${names(Object.keys(REFUSALS))})\\.(?:json|txt)$ {
    internal;
    set $cache_of_error no-store;
    if ($uri ~ /(?:unavailable|undecided)\\.) {
        set $retry_after ${RETRY_AFTER};
    }
}
location ~* \\.php(?:/|$) {
    return 404;
}

location = / {
    return 302 ${HOME}$is_args$args;
}
location / {
    # a page has one address: without its file's name, and without a slash at its end
    if (-f $request_filename/index.html) {
        rewrite ^(.*[^/])$ $1/index.html last;
        rewrite ^(.*[^/])/+$ $1 permanent;
    }
    if (-f $request_filename$compressed) {
        rewrite ^(.*)$ $1$compressed last;
    }
    try_files $uri =404;
}
location = /404.html {
    internal;
    set $cache_of_error "${CACHE.rest}";
}
location ~ /index\\.html$ {
    internal;
    if (-f $request_filename$compressed) {
        rewrite ^(.*)$ $1$compressed last;
    }
}
${Object.entries(TEXT_TYPES)
  .map(
    ([ending, type]) => `\
location ~ \\.${ending}\\.br$ {
    internal;
    gzip_static off;
    # a range that is none would be answered by words, under this encoding
    max_ranges 0;
    types {}
    default_type ${type};
    set $content_encoding br;
    set $vary Accept-Encoding;
}
`,
  )
  .join('')}\
location ~* \\.(?:br|gz)$ {
    return 404;
}
`;

/** @param {Record<string, string>} headers */
const php = (headers) => `\
    try_files $uri =404;
    include fastcgi_params;
    fastcgi_param SCRIPT_FILENAME $realpath_root$fastcgi_script_name;
    fastcgi_param DOCUMENT_ROOT $realpath_root;
    fastcgi_param HTTP_HOST $asked_host;
    fastcgi_connect_timeout 3s;
    fastcgi_read_timeout 15s;
    fastcgi_pass $php;
${[...Object.keys(headers), 'X-Powered-By']
  .map((name) => `    fastcgi_hide_header ${name};\n`)
  .join('')}\
    gzip on;
    set $cache "";
`;

/** Any of some files, as a pattern. @param {string[]} files */
const names = (files) => files.map((name) => name.replace('.', '\\.')).join('|');

/** @param {string} siteUrl */
const httpsRule = (siteUrl) => `\
# a proxy in front says by X-Forwarded-Proto what the visitor came by
set $came_by $scheme$http_x_forwarded_proto;
if ($request_uri ~ ^/\\.well-known/) {
    set $came_by "";
}
if ($came_by ~ "^http(?:http)?$") {
    return 301 ${siteUrl}$request_uri;
}
`;
