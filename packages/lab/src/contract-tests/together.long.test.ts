import { getCompany } from '@millwatch/contract/http/company'
import { getUser } from '@millwatch/contract/http/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '../budget.ts'
import { mintPerson, type TestPerson } from './people.ts'
import { openStage, type Stage } from './stage.ts'
import { atOnce, matrixTogether, shuffled, together } from './together.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ config: { trustProxy: '127.0.0.1' } })
})
afterAll(() => stage?.t.close())

/**
 * Step through the cells of the matrix: every cell in a whole run, else every third, a prime step, so that every principal has a
 * turn.
 */
const step = isWhole ? 1 : 3

test('two hundred at once, everybody among them, are answered as one by one', async () => {
  const { wrong, cells } = await matrixTogether(stage, step)
  process.stdout.write(`together: ${cells} cells, ${atOnce} at once\n`)
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(500)
})

test('a thousand people who ask at once each get their own name, and no other', async () => {
  const { firstCompany, otherCompany, t } = stage
  const people: TestPerson[] = []
  for (let i = 0; i < 1000; i++) {
    people.push(
      await mintPerson(t, i % 2 ? firstCompany.companyId : otherCompany.companyId, 'user', { name: `person${i}` }),
    )
  }
  const wrong: string[] = []
  await together(shuffled([...people, ...people]), async ({ token, email, userId, companyId }) => {
    const { user } = await t.ask(getUser, { token })
    const { company } = await t.ask(getCompany, { token })
    const answered = [user.username, user.id, user.company_id, company.id]
    if (JSON.stringify(answered) !== JSON.stringify([email, userId, companyId, companyId]))
      wrong.push(`${email}: ${answered}`)
  })
  expect(wrong).toEqual([])
})
