/** Shorter forms of a story, the shortest first. */
import type { DeviceStory, Draft, SayStep, Step } from './device-stories.ts'

/**
 * Returns a number for the size of a story by which stories are ordered: 1000 and the length of its JSON text for each step, and
 * 1 for each machine.
 */
export function sizeOf({ steps, machines }: DeviceStory): number {
  return machines + steps.reduce((sum, step) => sum + 1000 + JSON.stringify(step).length, 0)
}

/**
 * Returns the stories made from a story by leaving out 1, 2, 4 or 8 steps in a row, or a machine, or by simplifying a step or a
 * message; the smallest first. The first step stays.
 */
export function shorterStories(story: DeviceStory): DeviceStory[] {
  const { steps } = story
  const withSteps = (changed: readonly Step[]): DeviceStory => ({ ...story, steps: changed })
  const spans = [8, 4, 2, 1].flatMap((length) =>
    Array.from({ length: Math.max(0, steps.length - length) }, (_, i) => ({ from: i + 1, to: i + 1 + length })),
  )
  const fewer = spans.map(({ from, to }) => withSteps(steps.filter((_, i) => i < from || i >= to)))
  const simpler = steps.flatMap((step, i) => simplerSteps(step).map((each) => withSteps(steps.with(i, each))))
  const oneMachine = story.machines > 1 ? [{ ...story, machines: 1 }] : []
  return [...fewer, ...oneMachine, ...simpler].sort((a, b) => sizeOf(a) - sizeOf(b))
}

function simplerSteps(step: Step): Step[] {
  if (step.kind === 'say') return simplerSayings(step)
  const undated = 'backMin' in step && step.backMin !== null ? [{ ...step, backMin: null }] : []
  const bare = step.kind === 'add' && step.setup !== 'none' ? [{ ...step, setup: 'none' as const }] : []
  return [...undated, ...bare]
}

function simplerSayings(step: SayStep): Step[] {
  const { drafts } = step
  const half = Math.ceil(drafts.length / 2)
  const parts = [drafts.slice(0, half), drafts.slice(half), ...drafts.map((_, i) => drafts.toSpliced(i, 1))]
  const fewer = parts.filter((part) => part.length > 0 && part.length < drafts.length)
  const plainer = drafts.flatMap((draft, i) => plainerDrafts(draft).map((each) => drafts.with(i, each)))
  const once = step.isRepeated ? [{ ...step, isRepeated: false }] : []
  return [...once, ...[...fewer, ...plainer].map((all) => ({ ...step, drafts: all }))]
}

function plainerDrafts({ gapMs, message }: Draft): Draft[] {
  const { type, ...fields } = message
  const without = Object.keys(fields)
    .filter((name) => name !== 'status' && name !== 'input' && name !== 'value' && name !== 'on')
    .map((name) => ({ gapMs, message: Object.fromEntries(Object.entries(message).filter(([key]) => key !== name)) }))
  return [...(gapMs === 0 ? [] : [{ gapMs: 0, message }]), ...without]
}
