import { createRoster, listRosters } from '@millwatch/contract/http/groups'
import { expect, test } from 'vitest'
import { FakeServer, refuse } from './fake-server.testing.ts'

const roster = { id: 1, name: 'Setters', RosterUsers: [] }
const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

test('answers a call of the contract, and keeps its body', async () => {
  const server = new FakeServer().on(createRoster, ({ body: { name } }) => ({
    status: 'success',
    roster: { ...roster, name },
  }))
  const answer = await server.fetch('/v0/rosters', post({ name: 'Night' }))
  expect(await answer.json()).toEqual({ status: 'success', roster: { ...roster, name: 'Night' } })
  expect(server.bodies(createRoster)).toEqual([{ name: 'Night' }])
  expect(server.faults).toEqual([])
})

test('answers with an error of the API', async () => {
  const server = new FakeServer().on(createRoster, () => refuse('roster_name_taken'))
  const answer = await server.fetch('/v0/rosters', post({ name: 'Night' }))
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'roster_name_taken' }])
  expect(server.faults).toEqual([])
})

test.each([
  ['a call that nobody answers', '/v0/rosters', { method: 'GET' }, /nobody answers it/],
  ['a body that is not in the contract', '/v0/rosters', post({ title: 'Night' }), /The body does not agree/],
])('finds %s', async (_, path, init, fault) => {
  const server = new FakeServer().on(createRoster, () => ({ status: 'success', roster }))
  await expect(server.fetch(path, init)).rejects.toThrow('Failed to fetch')
  expect(server.faults).toEqual([expect.stringMatching(fault)])
})

test('finds an answer that is not in the contract', async () => {
  const server = new FakeServer().on(listRosters, () => ({ status: 'success', rosters: [{ id: 'one' }] }))
  await expect(server.fetch('/v0/rosters', { method: 'GET' })).rejects.toThrow('Failed to fetch')
  expect(server.faults).toEqual([expect.stringMatching(/The answer does not agree/)])
})
