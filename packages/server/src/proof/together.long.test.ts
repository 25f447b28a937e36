import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.testing.ts'
import { atOnce, matrixTogether } from './together.testing.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ config: { trustProxy: '127.0.0.1' } })
})
afterAll(() => stage?.t.close())

test('the whole matrix, two hundred at once, is answered as one by one', async () => {
  const { wrong, cells } = await matrixTogether(stage, 1)
  process.stdout.write(`together: ${cells} cells, ${atOnce} at once\n`)
  expect(wrong).toEqual([])
})
