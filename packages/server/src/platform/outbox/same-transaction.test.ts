import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { subscribeInTransactions } from './same-transaction.ts'
import { stateFact } from './state-fact.ts'
import type { TransactionSubscriber } from './subscriber.ts'

// Subscribers of these tests use no database.
const ctx = { companyId: 7 } as Ctx
let before: readonly TransactionSubscriber[]
let calls: string[]

const subscriber = (name: string): TransactionSubscriber => ({
  delivery: 'same_transaction',
  name,
  handlers: {
    'member.removed': async ({ companyId }, { userId }) => {
      await Promise.resolve()
      calls.push(`${name} ${companyId}/${userId}`)
    },
  },
})

beforeEach(() => {
  calls = []
  before = subscribeInTransactions([subscriber('groups'), subscriber('notices')])
})
afterEach(() => void subscribeInTransactions(before))

test('a shared fact is handled in the order of the subscribers, before its statement resolves', async () => {
  await stateFact(ctx, { kind: 'member.removed', userId: 3 })
  expect(calls).toEqual(['groups 7/3', 'notices 7/3'])
})

test('a subscriber that throws refuses the change, and later ones are not called', async () => {
  const refuses: TransactionSubscriber = {
    delivery: 'same_transaction',
    name: 'refuses',
    handlers: { 'member.removed': () => Promise.reject(new Error('no')) },
  }
  subscribeInTransactions([refuses, subscriber('notices')])
  await expect(stateFact(ctx, { kind: 'member.removed', userId: 3 })).rejects.toThrow('no')
  expect(calls).toEqual([])
})

test('a shared fact that nobody handles is an error', async () => {
  await expect(stateFact(ctx, { kind: 'plan.closed' })).rejects.toThrow('No subscriber handles the fact plan.closed')
})
