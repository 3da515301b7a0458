import { type Started, startServer } from './software.ts';
import type { StepName } from './steps.ts';

/** Software that can stand between the client and a service. */
export interface Gateway {
  name: string;
  program: string;
  version: readonly string[];
  /** Default: all. */
  steps?: readonly StepName[];
  /** Starts it on `port`, in front of the service on `target`. */
  start(program: string, port: number, target: number): Promise<Started>;
}

const nginxConfig = (folder: string, port: number, location: string, more = '') => `
daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${more}
  server { listen 127.0.0.1:${port}; location / { ${location} } }
}`;

const nginx = (name: string, location: (target: number) => string, more?: string): Gateway => ({
  name,
  program: 'nginx',
  version: ['-v'],
  start: (program, port, target) =>
    startWithFolder(program, port, (folder) => ({
      args: ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'],
      files: { 'nginx.conf': nginxConfig(folder, port, location(target), more) },
    })),
});

const apacheConfig = (folder: string, port: number, target: number) => `
ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
AllowEncodedSlashes NoDecode
ProxyPass / http://127.0.0.1:${target}/ nocanon flushpackets=on
`;

const haproxyConfig = (port: number, target: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend in
  bind 127.0.0.1:${port}
  default_backend out
backend out
  server service 127.0.0.1:${target}
`;

const caddyConfig = (port: number, target: number) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${target}
}
`;

const squidConfig = (port: number) => `
http_port 127.0.0.1:${port}
http_access allow all
cache deny all
pid_filename none
access_log none
cache_log /dev/null
shutdown_lifetime 0 seconds
`;

export const gateways: readonly Gateway[] = [
  nginx('nginx, proxy_pass', (target) => `proxy_pass http://127.0.0.1:${target}; proxy_buffering off;`),
  nginx('nginx, proxy_pass with buffering', (target) => `proxy_pass http://127.0.0.1:${target};`),
  nginx(
    'nginx, proxy_pass with a URI',
    (target) => `proxy_pass http://127.0.0.1:${target}/; proxy_buffering off;`,
  ),
  {
    ...nginx(
      'nginx, limit_req 1 r/s with 429',
      (target) => `limit_req zone=one; limit_req_status 429; proxy_pass http://127.0.0.1:${target};`,
      'limit_req_zone $binary_remote_addr zone=one:1m rate=1r/s;',
    ),
    // Chats and deletions are sent once, then the user reads that the service is busy.
    steps: ['list', 'retrieve', 'retrieve a/b'],
  },
  {
    name: 'Apache, ProxyPass nocanon',
    program: 'apache2',
    version: ['-v'],
    start: (program, port, target) =>
      startWithFolder(program, port, (folder) => ({
        args: ['-X', '-f', `${folder}/apache.conf`],
        files: { 'apache.conf': apacheConfig(folder, port, target) },
      })),
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    version: ['-v'],
    start: (program, port, target) =>
      startWithFolder(program, port, (folder) => ({
        args: ['-f', `${folder}/haproxy.cfg`],
        files: { 'haproxy.cfg': haproxyConfig(port, target) },
      })),
  },
  {
    name: 'Caddy, reverse_proxy',
    program: 'caddy',
    version: ['version'],
    start: (program, port, target) =>
      startWithFolder(program, port, (folder) => ({
        args: ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
        files: { Caddyfile: caddyConfig(port, target) },
      })),
  },
];

/** Forward proxies. Node's fetch takes them from the environment, as VS Code's does from its settings. */
export const proxies: readonly Gateway[] = [
  {
    name: 'squid',
    program: 'squid',
    version: ['-v'],
    start: (program, port) =>
      startWithFolder(program, port, (folder) => ({
        // A service name of its own, so that it doesn't share memory with another squid.
        args: ['-N', '-n', `servers${process.pid}`, '-f', `${folder}/squid.conf`],
        files: { 'squid.conf': squidConfig(port) },
      })),
  },
  {
    name: 'tinyproxy',
    program: 'tinyproxy',
    version: ['-v'],
    start: (program, port) =>
      startWithFolder(program, port, (folder) => ({
        args: ['-d', '-c', `${folder}/tinyproxy.conf`],
        files: {
          'tinyproxy.conf': `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nAllow 127.0.0.1\n`,
        },
      })),
  },
];

interface Prepared {
  args: readonly string[];
  files: Readonly<Record<string, string>>;
}

function startWithFolder(
  program: string,
  port: number,
  prepare: (folder: string) => Prepared,
): Promise<Started> {
  return startServer(
    program,
    (folder) => prepare(folder).args,
    port,
    (folder) => prepare(folder).files,
  );
}
