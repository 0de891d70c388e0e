import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { freshFolder, removeFolder } from '../paths'

/** A package repository for apt on loopback. */
export interface Feed {
  /** The line for apt's list of sources. */
  readonly source: string
  publish(deb: string): void
  close(): void
}

export async function openFeed(): Promise<Feed> {
  const folder = freshFolder('feed')
  const server = http.createServer(({ url = '' }, answer) => {
    const file = path.join(folder, path.basename(decodeURIComponent(url)))
    if (fs.existsSync(file) && fs.statSync(file).isFile()) fs.createReadStream(file).pipe(answer)
    else answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    source: `deb [trusted=yes] http://127.0.0.1:${(server.address() as AddressInfo).port}/ ./`,
    publish(deb) {
      fs.copyFileSync(deb, path.join(folder, path.basename(deb)))
      const packages = execFileSync('dpkg-scanpackages', ['--multiversion', '.'], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      fs.writeFileSync(path.join(folder, 'Packages'), packages)
    },
    close() {
      server.close()
      server.closeAllConnections()
      removeFolder(folder)
    },
  }
}
