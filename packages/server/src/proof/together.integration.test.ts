import { getCompany } from '@millwatch/contract/http/company'
import { getUser } from '@millwatch/contract/http/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mintPerson, type Person } from './people.testing.ts'
import { openStage, type Stage } from './stage.testing.ts'
import { matrixTogether, shuffled, together } from './together.testing.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ config: { trustProxy: '127.0.0.1' } })
})
afterAll(() => stage?.t.close())

test('two hundred at once, everybody among them, are answered as one by one', async () => {
  // A prime, so that over the calls every principal has its turn; all of it is in the long tests.
  const { wrong, cells } = await matrixTogether(stage, 5)
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(500)
}, 180_000)

test('a thousand people who ask at once are each told who they are, and nobody else', async () => {
  const { own, other, t } = stage
  const people: Person[] = []
  for (let i = 0; i < 1000; i++) {
    people.push(await mintPerson(t, i % 2 ? own.companyId : other.companyId, 'user', { name: `person${i}` }))
  }
  const wrong: string[] = []
  await together(shuffled([...people, ...people]), async ({ token, email, userId, companyId }) => {
    const { user } = await t.ask(getUser, { token })
    const { company } = await t.ask(getCompany, { token })
    const told = [user.username, user.id, user.company_id, company.id]
    if (JSON.stringify(told) !== JSON.stringify([email, userId, companyId, companyId])) wrong.push(`${email}: ${told}`)
  })
  expect(wrong).toEqual([])
})
