import { addScrap } from '@millwatch/contract/http/runs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuse } from '../ui/fake-server.testing.ts'
import { serverOf } from '../ui/page.testing.ts'
import { dropEntry, keptEntries } from './kept-entries.ts'
import { enter, sendEntries, sendEntriesOf } from './send-entries.ts'

const calls = { [addScrap.operation]: { endpoint: addScrap } }
const scrap = (id: number) => ({
  ...{ operation: addScrap.operation, params: { id }, body: { qty: 1 }, machineId: 1, words: '1 scrapped part' },
})
let end = (): void => undefined

beforeEach(() => {
  end = sendEntriesOf('7/user/1', calls)
})
afterEach(() => {
  end()
  for (const { id } of keptEntries()) dropEntry(id)
})

test('entries wait in the storage while the server is away, and keep their keys and their order', async () => {
  const server = serverOf().on(addScrap, () => refuse('unavailable'))
  enter(scrap(1))
  enter(scrap(2))
  await expect.poll(() => keptEntries().map(({ hasWaited }) => hasWaited)).toEqual([true, true])
  expect(keptEntries().map(({ params }) => params.id)).toEqual([1, 2])
  expect(Object.keys(localStorage).filter((name) => name.startsWith('millwatch.entry.'))).toHaveLength(2)
  expect(server.bodies(addScrap)).toHaveLength(1)
})

test('a refused entry stays with its reason, and does not hold up the next one', async () => {
  serverOf().on(addScrap, ({ params }) => refuse(params.id === 1 ? 'run_ended' : 'unavailable'))
  enter(scrap(1))
  enter(scrap(2))
  await expect
    .poll(() => keptEntries().map(({ refused, hasWaited }) => [refused, hasWaited]))
    .toEqual([
      ['This run has ended', false],
      [undefined, true],
    ])
})

test('entries of another person are not sent', async () => {
  const server = serverOf().on(addScrap, () => refuse('unavailable'))
  enter(scrap(1))
  await expect.poll(() => keptEntries()[0]?.hasWaited).toBe(true)
  end()
  end = sendEntriesOf('7/user/2', calls)
  await sendEntries()
  expect(server.bodies(addScrap)).toHaveLength(1)
  expect(keptEntries()).toHaveLength(1)
})
