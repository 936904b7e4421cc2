import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOnDisk } from '../../../test/folders.ts'
import { freePort } from '../../../test/free-port.ts'

const configuration = (folder: string, port: number, { host, pathname }: URL): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr crit;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 10000000;
  upstream provider { server ${host}; keepalive 64; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://provider${pathname}; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`

/** nginx as a reverse proxy of one address with kept connections; `undefined` where it isn't installed. */
export const startNginx = async (url: string) => {
  const binary = Bun.which('nginx')
  if (!binary) {
    console.error('nginx: not installed, left out')
    return undefined
  }
  const folder = folderOnDisk()
  mkdirSync(folder, { recursive: true })
  const port = freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, new URL(url)))
  const child = Bun.spawn([binary, '-p', folder, '-c', file], { stdout: 'inherit', stderr: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  while (
    !(await fetch(origin).then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(20)
  return {
    origin,
    async stop(): Promise<void> {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
