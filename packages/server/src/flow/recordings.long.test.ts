import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { someOf } from '@millwatch/lab/budget'
import { expectAccounts, expectWhole } from '@millwatch/lab/recordings/expected'
import { type Playing, playTo, readRecording } from '@millwatch/lab/recordings/recordings'
import { describe, test } from 'vitest'

const ways: Playing[] = [
  { order: 'order', transport: 'http' },
  { order: 'order', transport: 'mqtt' },
  { order: 'storm', transport: 'http' },
  { order: 'storm', transport: 'mqtt' },
]

const app = await listeningApp()

// A recording takes minutes: a run by budget draws one of them, and one way; the everyday run plays days of all three.
describe.each(someOf(['cnc-mill', 'die-casting', 'moulding'], 1))('%s, whole,', (name) => {
  const recording = readRecording(name)

  test.each(someOf(ways, 1))('$order over $transport, is what an independent program made of it', async (way) => {
    const { machines, output } = await playTo(app, recording, way)
    await expectAccounts(app, recording, machines, way, output)
    await expectWhole(app, recording, machines)
  })
})
