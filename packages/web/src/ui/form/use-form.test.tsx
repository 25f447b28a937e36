// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { TextField } from '../field.tsx'
import { messages } from '../messages.ts'
import type { Hand } from '../page.testing.ts'
import { Submit } from '../submit.tsx'
import { Form } from './form.tsx'
import { useForm } from './use-form.ts'

const stored = { name: 'Press 1', note: '' }
type Entries = typeof stored
type Options = Partial<Parameters<typeof useForm<Entries>>[0]>

function Example({ options }: { options: Options }) {
  const { bind, form } = useForm<Entries>({ stored, work: async () => undefined, ...options })
  return (
    <Form {...form}>
      <TextField label="Name" {...bind('name')} />
      <TextField label="Note" {...bind('note')} />
      <Submit>Save</Submit>
    </Form>
  )
}

const hand: Hand = userEvent.setup({ delay: null })
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const save = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' })
const descriptionOf = (element: HTMLElement): string | undefined =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined

function show(options: Options = {}) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } })
  const page = (shown: Options) => (
    <QueryClientProvider client={client}>
      <Example options={shown} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(options))
  return (next: Options) => rerender(page(next))
}

async function type(label: string, text: string): Promise<void> {
  await hand.clear(field(label))
  if (text !== '') await hand.type(field(label), text)
}

afterEach(() => {
  cleanup()
  for (const { key } of messages.visibleToasts) messages.close(key)
})

test('an untouched form gives its reason, and a field that is as before counts as untouched', async () => {
  show({ unchanged: 'Nothing has changed' })
  expect([save().disabled, descriptionOf(save())]).toEqual([true, 'Nothing has changed'])
  await type('Name', 'Press 2')
  expect([save().disabled, descriptionOf(save())]).toEqual([false, undefined])
  await type('Name', 'Press 1')
  expect(save().disabled).toBe(true)
})

test('the call gets the entries and the differences, once for two presses', async () => {
  const calls: unknown[] = []
  let end = (): void => undefined
  show({
    work: (...entries) => {
      calls.push(entries)
      return new Promise<void>((resolve) => {
        end = resolve
      })
    },
  })
  await type('Note', 'new')
  await hand.click(save())
  await hand.type(field('Note'), '{Enter}')
  expect(calls).toEqual([[{ name: 'Press 1', note: 'new' }, { note: 'new' }]])
  expect(save().disabled).toBe(true)
  end()
  await waitFor(() => expect(save().disabled).toBe(false))
})

test('two presses before the page is drawn again are one call, and the next press after a failure is another', async () => {
  const calls: unknown[] = []
  show({
    work: async (entries) => {
      calls.push(entries)
      throw new Error('No room')
    },
    failed: 'Error saving',
  })
  await type('Note', 'new')
  fireEvent.click(save())
  fireEvent.click(save())
  await waitFor(() => expect(messages.visibleToasts).not.toEqual([]))
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(calls).toHaveLength(1)
  await hand.click(save())
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('what was submitted leaves the draft, and what was entered meanwhile stays', async () => {
  let end = (): void => undefined
  const work = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const change = show({ work })
  await type('Name', 'Press 2')
  await type('Note', 'new')
  await hand.click(save())
  await type('Note', 'newer')
  change({ work, stored: { name: 'Press 2 (stored)', note: 'new' } })
  end()
  await waitFor(() => expect(field('Name').value).toBe('Press 2 (stored)'))
  expect(field('Note').value).toBe('newer')
})

test('an untouched field follows what another person stored, a touched one stays', async () => {
  const change = show()
  await type('Note', 'mine')
  change({ stored: { name: 'Press 9', note: 'theirs' } })
  expect([field('Name').value, field('Note').value]).toEqual(['Press 9', 'mine'])
})

test('a fault stands at its field, is the reason of the button, and prevents the call', async () => {
  const calls: unknown[] = []
  show({
    faults: ({ name }) => (name === '' ? { name: 'Name cannot be blank' } : {}),
    work: async (entries) => void calls.push(entries),
  })
  await type('Name', '')
  expect([descriptionOf(field('Name')), descriptionOf(save())]).toEqual([
    'Name cannot be blank',
    'Name cannot be blank',
  ])
  await hand.type(field('Note'), '{Enter}')
  expect(calls).toEqual([])
})

test('a late fault stands there once its field was left or the form submitted, which leads to the field', async () => {
  const blank = 'Type a note'
  const calls: unknown[] = []
  const faults = ({ name, note }: Entries) => ({
    ...(name.length < 3 && { name: 'Too short' }),
    ...(note === '' && { note: blank }),
  })
  show({ faults, showsFaultsLate: true, work: async (entries) => void calls.push(entries) })
  await type('Name', 'P')
  expect([descriptionOf(field('Name')), descriptionOf(field('Note')), save().disabled]).toEqual([
    undefined,
    undefined,
    false,
  ])
  await hand.tab()
  expect([descriptionOf(field('Name')), descriptionOf(field('Note'))]).toEqual(['Too short', undefined])
  await type('Name', 'Press')
  await hand.click(save())
  expect([calls, descriptionOf(field('Note')), document.activeElement]).toEqual([[], blank, field('Note')])
})

test('an error of the server stands at the field that it concerns until that field changes, and in no message', async () => {
  show({
    work: () => Promise.reject(new ApiError(409, 'That name is taken', 'phone_invalid')),
    fields: { phone_invalid: 'name' },
    failed: 'Error saving',
  })
  await type('Name', 'Press 2')
  await hand.click(save())
  await waitFor(() => expect(descriptionOf(field('Name'))).toBe('That name is taken'))
  expect(messages.visibleToasts).toEqual([])
  await hand.type(field('Note'), 'x')
  expect(descriptionOf(field('Name'))).toBe('That name is taken')
  await hand.type(field('Name'), '3')
  expect(descriptionOf(field('Name'))).toBeUndefined()
})

test('other errors are a message, and the entries stay', async () => {
  show({ work: () => Promise.reject(new Error('No room')), failed: 'Error saving' })
  await type('Name', 'Press 2')
  await hand.click(save())
  await waitFor(() => expect(messages.visibleToasts).toHaveLength(1))
  expect(messages.visibleToasts[0]?.content).toEqual({
    kind: 'failed',
    words: 'Error saving',
    why: 'No room',
  })
  expect([field('Name').value, save().disabled]).toEqual(['Press 2', false])
})

test('what was typed in a form that is closed or left is there again when it is opened, until it is saved or discarded', async () => {
  const options = { keptAs: 'unit 7', unchanged: 'Nothing has changed' }
  show(options)
  await type('Name', 'Press 2')
  cleanup()
  show({ ...options, keptAs: 'unit 8' })
  expect(field('Name').value).toBe('Press 1')
  cleanup()
  show(options)
  expect([field('Name').value, save().disabled]).toEqual(['Press 2', false])
  await hand.click(save())
  await waitFor(() => expect(field('Name').value).toBe('Press 1'))
  cleanup()
  show(options)
  expect(field('Name').value).toBe('Press 1')
})
