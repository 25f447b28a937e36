import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '../budget.ts'
import { openStage, type Stage } from './stage.ts'
import { atOnce, matrixTogether } from './together.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ config: { trustProxy: '127.0.0.1' } })
})
afterAll(() => stage?.t.close())

/** Step through the cells of the matrix: every cell in a whole run, else every fourth. */
const step = isWhole ? 1 : 4

test('the matrix gets the same answers at two hundred calls at once as at single calls', async () => {
  const { wrong, cells } = await matrixTogether(stage, step)
  process.stdout.write(`together: ${cells} cells, ${atOnce} at once\n`)
  expect(wrong).toEqual([])
})
