import { afterAll, beforeAll, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { playTo, readRecording } from '../testing/recordings.ts'
import { expectAccounts, expectWhole } from '../testing/recordings-expected.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

// Whole, each of them in all four ways, they are played by the long tests.
test('moulding, whole, is what an independent program made of it', { timeout: 600_000 }, async () => {
  const recording = readRecording('moulding')
  const way = { order: 'storm', transport: 'mqtt' } as const
  const { machines, output } = await playTo(app, recording, way)
  await expectAccounts(app, recording, machines, way, output)
  await expectWhole(app, recording, machines)
})
