import { companyWithPeople, type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { openLive } from '@millwatch/lab/app/live-client'
import { startServer, type TestServerProcess } from '@millwatch/lab/app/server-process'
import { isWhole } from '@millwatch/lab/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMutatedFrames } from './frames.testing.ts'

/**
 * LIVE_FRAMES=1000000 sends as many frames as the catalogue of tests asks for, which takes about a quarter of an hour.
 */
const FRAMES = Number(process.env.LIVE_FRAMES ?? (isWhole ? 100_000 : 20_000))

let t: InjectApp
let server: TestServerProcess
let token: string
let room: string

beforeAll(async () => {
  t = await injectApp()
  const acme = await companyWithPeople(t, 'acme')
  token = await t.signIn(acme.emailOf('admin'))
  room = `o:${acme.rootOrgUnitId}`
  server = await startServer({ url: t.db.url })
})
afterAll(async () => {
  await server.stop()
  await t.close()
})

test('Socket.IO CVE-2024-38355, CVE-2023-32695, CVE-2022-21676, CVE-2022-2421: mutated frames by the thousand end no server', async () => {
  await sendMutatedFrames(server.ports.http, token, FRAMES, 1)
  // The server process must be the same as at the beginning.
  process.kill(server.pid, 0)
  const client = await openLive(`http://127.0.0.1:${server.ports.http}`, { auth: { token } })
  expect(await client?.join(room)).toBe('joined')
  client?.close()
  expect(Object.prototype).not.toHaveProperty('room')
})
