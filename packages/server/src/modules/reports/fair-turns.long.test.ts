import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'

const { t, root, token } = await appWithCompany()

test.each([
  [
    'heavy',
    60,
    (unit: number) => `/v0/o/${unit}/reports/xsfdt?startDate=2000-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z`,
  ],
  ['quick', 1200, (unit: number) => `/v0/o/${unit}`],
])('%s calls of a company wait for few of the %i that another sent before', async (kind, count, pathOf) => {
  const other = await companyWithPeople(t, `other-${kind}`)
  const otherToken = await t.signIn(other.emailOf('user'))
  const ended: string[] = []
  const call = async (name: string, path: string, as: string) => {
    const { status } = await t.call('GET', path, { token: as })
    ended.push(name)
    return status
  }
  // What a first call of anybody loads does not count.
  await call('first', pathOf(other.rootOrgUnitId), otherToken)
  ended.length = 0
  const greedy = Array.from({ length: count }, () => call('greedy', pathOf(root), token))
  // The session of the other is known, and its calls come when those of the greedy company wait.
  const small = Array.from({ length: 3 }, () => call('small', pathOf(other.rootOrgUnitId), otherToken))
  expect(new Set(await Promise.all([...greedy, ...small]))).toEqual(new Set([200]))
  expect(ended.lastIndexOf('small')).toBeLessThan(count / 2)
})

test('a person whose sixty heavy calls wait is refused the next, with a time to wait', async () => {
  const path = `/v0/o/${root}/reports/xsfdt?startDate=2000-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z`
  const answers = await Promise.all(Array.from({ length: 100 }, () => t.call('GET', path, { token })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers['retry-after']).toBe('2')
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
})
