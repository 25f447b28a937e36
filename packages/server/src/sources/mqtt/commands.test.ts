import type { Client } from 'aedes'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../../platform/logger.ts'
import { type CommandSource, Commands } from './commands.ts'

const REPEAT_MS = 1000
afterEach(() => void vi.useRealTimers())

/** Starts commands for one device, whose outputs are in arrears until it is said otherwise. */
async function started() {
  vi.useFakeTimers()
  const sent: string[] = []
  const noted: string[] = []
  let arrears = [7]
  let changed: Parameters<CommandSource['subscribe']>[0] = () => undefined
  const source: CommandSource = {
    config: async () => ({
      command: { type: 'config' },
      sent: async () => void noted.push('sent'),
      confirmed: async () => void noted.push('confirmed'),
    }),
    outputs: async () => (arrears.length === 0 ? null : { type: 'outputs' }),
    inArrears: async (_companyId, deviceIds) => arrears.filter((id) => deviceIds.includes(id)),
    subscribe: async (onChange) => {
      changed = onChange
      return async () => undefined
    },
  }
  const commands = new Commands(source, silentLogger, REPEAT_MS)
  const stop = await commands.start()
  const publish = (packet: { payload: Buffer }) => sent.push(JSON.parse(packet.payload.toString()).type)
  const client = { publish } as unknown as Client
  commands.listen({ companyId: 1, deviceId: 7, client, topic: 'x', qos: 1 })
  await vi.advanceTimersByTimeAsync(0)
  return {
    ...{ sent, noted, commands, client, stop },
    change: (subject: 'config' | 'outputs') => changed(7, subject),
    acknowledge: () => {
      arrears = []
    },
  }
}

test('A device that subscribes gets its configuration and what its outputs shall do', async () => {
  const { sent, stop } = await started()
  expect(sent).toEqual(['config', 'outputs'])
  await stop()
})

test('A command that is not acknowledged is sent again over the same connection, until it is', async () => {
  const { sent, acknowledge, stop } = await started()
  await vi.advanceTimersByTimeAsync(2 * REPEAT_MS)
  expect(sent).toEqual(['config', 'outputs', 'outputs', 'outputs'])
  acknowledge()
  await vi.advanceTimersByTimeAsync(5 * REPEAT_MS)
  expect(sent).toHaveLength(4)
  await stop()
})

test('A change sends its subject only, and nothing to a device that has left', async () => {
  const { sent, change, commands, client, stop } = await started()
  change('config')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.slice(2)).toEqual(['config'])
  commands.leave(7, client)
  change('outputs')
  await vi.advanceTimersByTimeAsync(3 * REPEAT_MS)
  expect(sent).toHaveLength(3)
  await stop()
})

test('A device that subscribes a thousand times at once is sent its commands twice at most', async () => {
  const { sent, commands, client, stop } = await started()
  sent.length = 0
  for (let i = 0; i < 1000; i++) commands.listen({ companyId: 1, deviceId: 7, client, topic: 'x', qos: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(sent.length).toBeLessThanOrEqual(4)
  await stop()
})

test('A configuration counts as confirmed by the receipt of it, and not by that of another command', async () => {
  const { noted, commands, client, stop } = await started()
  expect(noted).toEqual(['sent'])
  commands.received(client, 7, Buffer.from(JSON.stringify({ type: 'outputs' })))
  commands.received(client, 7, Buffer.from('{"type":"of an earlier connection"}'))
  expect(noted).toEqual(['sent'])
  commands.received(client, 7, Buffer.from(JSON.stringify({ type: 'config' })))
  expect(noted).toEqual(['sent', 'confirmed'])
  await stop()
})

test('Receipts without their command count in the order in which the commands were sent', async () => {
  const { noted, commands, client, stop, change } = await started()
  commands.received(client, 7, undefined)
  expect(noted).toEqual(['sent', 'confirmed'])
  change('config')
  await vi.advanceTimersByTimeAsync(0)
  commands.received(client, 7, undefined)
  expect(noted).toEqual(['sent', 'confirmed', 'sent'])
  commands.received(client, 7, undefined)
  commands.received(client, 7, undefined)
  expect(noted).toEqual(['sent', 'confirmed', 'sent', 'confirmed'])
  await stop()
})
