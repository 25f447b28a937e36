import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { isWhole, someOf } from '@millwatch/lab/budget'
import { expectAccounts, expectWhole } from '@millwatch/lab/recordings/expected'
import { type Playing, playTo } from '@millwatch/lab/recordings/play-recording'
import { readRecording } from '@millwatch/lab/recordings/recordings'
import { describe, test } from 'vitest'

const ways: Playing[] = [
  { order: 'order', transport: 'http' },
  { order: 'order', transport: 'mqtt' },
  { order: 'storm', transport: 'http' },
  { order: 'storm', transport: 'mqtt' },
]

const app = await listeningApp()

// A recording takes minutes, that of die casting six and more: a run by budget draws one of the others, and one way;
// `recordings-half-day.long.test.ts` plays half a day of all three.
const names = isWhole ? ['cnc-mill', 'die-casting', 'moulding'] : someOf(['cnc-mill', 'moulding'], 1)
describe.each(names)('%s, whole,', (name) => {
  const recording = readRecording(name)

  test.each(someOf(ways, 1))('$order over $transport, is what an independent program made of it', async (way) => {
    const { machines, output } = await playTo(app, recording, way)
    await expectAccounts(app, recording, machines, way, output)
    await expectWhole(app, recording, machines)
  })
})
