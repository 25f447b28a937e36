import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@millwatch/domain/time'
import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice, password } from '@millwatch/lab/app/inject-app'
import { accountOf, runPlayer, temperaturesOf } from '@millwatch/lab/recordings/play-recording'
import { readRecording } from '@millwatch/lab/recordings/recordings'
import { afterAll, beforeAll, expect, test } from 'vitest'

const app = await listeningApp()
let folder: string
let file: string
const lines = readRecording('moulding').lines.slice(0, 200)
const sent = lines.length
const accepted = new Set(lines.map((line) => line.batch_id)).size

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-player-'))
  file = join(folder, 'events.ndjson')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signIn = () => ['--sign-in', app.company.emailOf('admin'), '--unit', String(app.root)]
const machineIn = (output: string) => Number(/made as machine (\d+)/.exec(output)?.[1])

test('the player signs in, makes machines and says what became of its events', async () => {
  const keys = join(folder, 'keys.json')
  const output = await runPlayer([file, '--to', app.httpUrl, ...signIn(), '--duplicate', '--save', keys], {
    MILLWATCH_PASSWORD: password,
  })
  expect(output).toMatch(new RegExp(`sent +${2 * sent} events`))
  expect(output).toMatch(new RegExp(`accepted +${accepted}\nduplicates +${2 * sent - accepted}\nquarantined +0\n`))
  expect(statSync(keys).mode & 0o777).toBe(0o600)
  const [device] = Object.values<{ uuid: string; key: string }>(JSON.parse(readFileSync(keys, 'utf8')))
  const account = await accountOf(app, { id: machineIn(output), uuid: device!.uuid })
  expect(account).toEqual({ received: 2 * sent, accepted, duplicates: 2 * sent - accepted, quarantined: 0 })

  const again = await runPlayer([file, '--to', app.mqttUrl, '--devices', keys, '--shuffle', '3'])
  expect(again).toMatch(/MQTT does not tell/)
  expect((await accountOf(app, { id: machineIn(output), uuid: device!.uuid })).accepted).toBe(accepted)
})

test('over MQTT the player asks the server what became of its events', async () => {
  const args = [file, '--to', app.mqttUrl, '--api', app.httpUrl, ...signIn()]
  const output = await runPlayer(args, { MILLWATCH_PASSWORD: password })
  expect(output).toMatch(new RegExp(`accepted +${accepted}\nduplicates +${sent - accepted}\nquarantined +0\n`))
})

test('the player moves a recording to a given instant, and keeps its speed', async () => {
  const startAt = Date.parse('2025-01-06T08:00:00Z')
  const spanMs = lines.at(-1)!.sent_at - lines[0]!.sent_at
  const speed = Math.round(spanMs / 1_500)
  const began = performance.now()
  const args = [file, '--to', app.httpUrl, ...signIn(), '--start', '2025-01-06T08:00:00Z', '--speed', String(speed)]
  const output = await runPlayer(args, { MILLWATCH_PASSWORD: password })
  expect(performance.now() - began).toBeGreaterThan(1_400)
  const moved = await temperaturesOf(app, machineIn(output), startAt, startAt + spanMs + HOUR_MS)
  expect(moved.length).toBe(accepted)
})

test('the player says why it could not play', async () => {
  await expect(runPlayer([file, '--to', app.httpUrl, ...signIn()])).rejects.toThrow(/MILLWATCH_PASSWORD/)
  const wrong = runPlayer([file, '--to', app.httpUrl, ...signIn()], { MILLWATCH_PASSWORD: 'not the password' })
  await expect(wrong).rejects.toThrow(/POST \/v0\/sessions was answered 401/)
  const { uuid } = await machineWithDevice(app.t, app.token, app.root)
  for (const to of [app.httpUrl, app.mqttUrl]) {
    const refused = runPlayer([file, '--to', to, '--device', `IMM-S14=${uuid}:not-its-key`])
    await expect(refused).rejects.toThrow(new RegExp(`refused +${sent} batches, first: `))
  }
  await expect(runPlayer([file, '--to', app.httpUrl, '--device', `Other=${uuid}:key`])).rejects.toThrow(
    /no --device for IMM-S14/,
  )
})
