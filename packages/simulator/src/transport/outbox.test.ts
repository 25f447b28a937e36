import { expect, test } from 'vitest'
import { outbox } from './outbox.ts'
import { Closed, type Outcome, type Sender } from './sender.ts'

/** Returns a sender whose answers the test gives. */
function heldSender() {
  const sent: string[] = []
  const answers: ((outcome: Outcome | Closed) => void)[] = []
  const sender: Sender = {
    send: ({ batch_id }) =>
      new Promise((resolve, reject) => {
        sent.push(batch_id)
        answers.push((outcome) => (outcome instanceof Closed ? reject(outcome) : resolve(outcome)))
      }),
    close: async () => undefined,
  }
  const answer = async (outcome: Outcome | Closed = { kind: 'acknowledged', counts: null }) => {
    answers.shift()?.(outcome)
    await new Promise(setImmediate)
  }
  return { sender, sent, answer }
}
const batch = (id: string) => ({ batch_id: id, events: [] })

test('an outbox sends one after the other and forgets only what was answered', async () => {
  const { sender, sent, answer } = heldSender()
  const box = outbox(sender, () => undefined)
  for (const [i, id] of ['a', 'b', 'c'].entries()) box.put(batch(id), i + 1)
  expect(sent).toEqual(['a'])
  expect(box.oldestDueAt()).toBe(1)
  await answer()
  expect(sent).toEqual(['a', 'b'])
  expect(box.oldestDueAt()).toBe(2)
  await answer()
  await answer()
  expect(sent).toEqual(['a', 'b', 'c'])
  expect(box.oldestDueAt()).toBeNull()
})

test('an outbox drops what is too old, but not what is on its way', async () => {
  const { sender, sent, answer } = heldSender()
  const box = outbox(sender, () => undefined)
  for (const [i, id] of ['a', 'b', 'c'].entries()) box.put(batch(id), i + 1)
  box.dropBefore(3)
  expect(box.oldestDueAt()).toBe(1)
  await answer()
  await answer()
  expect(sent).toEqual(['a', 'c'])
})

test('an outbox keeps what was not answered when its sender is closed, and goes on after a refusal', async () => {
  const { sender, sent, answer } = heldSender()
  const refused: string[] = []
  const box = outbox(sender, (outcome, { batch_id }) => outcome.kind === 'refused' && refused.push(batch_id))
  for (const [i, id] of ['a', 'b', 'c'].entries()) box.put(batch(id), i + 1)
  await answer({ kind: 'refused', reason: 'no' })
  expect(refused).toEqual(['a'])
  expect(sent).toEqual(['a', 'b'])
  await answer(new Closed())
  expect(box.oldestDueAt()).toBe(2)
})
