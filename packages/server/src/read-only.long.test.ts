import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@millwatch/lab/product/free-port'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Makes the folder of the program read-only, checks that, and goes on as another user without any right. */
const ISOLATED = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && ! touch "$1/written" 2>/dev/null &&
  exec unshare --user --map-user=10001 --map-group=10001 "$2" "$1/packages/server/src/main.ts" --empty`
const inNamespace = ['--user', '--map-root-user', '--mount']
const isAllowed = spawnSync('unshare', [...inNamespace, 'true']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'millwatch-read-only-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function started(): Promise<{ child: ChildProcess; url: string }> {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const child = spawn('unshare', [...inNamespace, 'sh', '-c', ISOLATED, 'sh', root, process.execPath], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: '/nonexistent', LOG_LEVEL: 'warn', HOST: '127.0.0.1' },
      ...{ PORT: String(port), MQTT_PORT: String(mqttPort), MILLWATCH_DATA: join(folder, 'data') },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const statusOf = () =>
    fetch(`${url}/health`).then(
      ({ status }) => status,
      () => child.exitCode ?? 0,
    )
  await expect.poll(statusOf, { timeout: 90_000 }).toBe(200)
  return { child, url }
}

test.skipIf(!isAllowed)(
  'The program runs as another user, writes nothing into its own folder, and starts again on its data',
  async () => {
    for (let start = 1; start <= 2; start++) {
      const { child, url } = await started()
      expect((await fetch(url)).headers.get('content-type')).toMatch(/^text\/html/)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
  },
  240_000,
)
