import { getCompany } from '@millwatch/contract/http/company'
import { getUser } from '@millwatch/contract/http/identity'
import type { Role } from '@millwatch/domain/identity'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createElement, Fragment, type ReactNode } from 'react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { makeQueryClient } from '../lib/query-client.ts'
import { FakeServer } from './fake-server.testing.ts'
import { messages } from './messages.ts'
import { Toasts } from './toasts.tsx'
import { Confirmation } from './use-confirm.tsx'

export const instant = '2026-01-05T08:30:00.000Z'

export const person = (role: Role) => ({
  id: 1,
  username: 'ann@plant.example',
  first_name: 'Ann',
  last_name: 'Owner',
  created_at: instant,
  company_id: 7,
  company_name: 'Plant',
  company_settings: { first_weekday: 0 as const, measure_units: 'metric' as const, currency: null },
  root_org_unit_id: 70,
  is_admin: role !== 'user',
  is_superuser: role === 'superuser',
  phone: null,
  theme: 'dark' as const,
  locale: null,
  clock_hours: null,
  shiftColors: null,
  default_company_id: null,
  weekly_report_enabled: false,
  daily_report_days_enabled: [],
  report_subject_org_unit_id: null,
  alarm_config: { alerts_enabled_at: null, alerts_disabled_at: null },
  must_change_password: false,
  must_set_up_second_factor: false,
  companies: [{ id: 7, name: 'Plant' }],
  invitations: [],
})

export const company = {
  id: 7,
  company_id: 7,
  name: 'Plant',
  root_org_unit_id: 70,
  timezone: 'UTC',
  logo_filename: null,
  street_address: null,
  zip_code: null,
  poc_phone_number: null,
  poc_email: null,
  second_factor_required: false,
  settings: { first_weekday: 0 as const, measure_units: 'metric' as const, currency: null },
  config: { header_color: null, device_outputs: false, operator_view: false, favorites: false, scrap_enabled: false },
  tree: {
    id: 70,
    name: 'Plant',
    org_unit_type_id: 1,
    active: true,
    schedule_source: 'self',
    children: [],
    equipment: [],
  },
}

// Long, because a busy machine shows a change late.
configure({ asyncUtilTimeout: 20_000 })

/** Inputs of a person by mouse and keys. The type is written out, so that lint finds a call that is not awaited. */
export interface Hand {
  clear(element: Element): Promise<void>
  click(element: Element): Promise<void>
  keyboard(keys: string): Promise<void>
  paste(text: string): Promise<void>
  selectOptions(element: Element, values: string | string[]): Promise<void>
  tab(options?: { readonly shift?: boolean }): Promise<void>
  type(element: Element, text: string): Promise<void>
  upload(element: HTMLElement, file: File): Promise<void>
}

/** The person at the keyboard and the mouse. */
export const hand: Hand = userEvent.setup({ delay: null })

let server = new FakeServer()

beforeEach(() => {
  server = new FakeServer()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => server.fetch(url, init))
})

/** Resolves when all calls are answered, and those that follow from the answers, too. */
async function idle(): Promise<void> {
  let looks = 0
  await waitFor(
    () => {
      looks = server.underWay === 0 ? looks + 1 : 0
      expect(looks, 'looks without a call under way').toBeGreaterThan(3)
    },
    { interval: 5 },
  )
}

afterEach(async () => {
  // Calls that the page makes after the last check of a test have to agree with the contract too.
  await idle()
  cleanup()
  for (const { key } of [...messages.visibleToasts]) messages.close(key)
  expect(server.faults).toEqual([])
})

interface Shown {
  /** Address of the page. */
  readonly at?: string
  /** Pattern of the addresses of the page, with its parameters; any unless given. */
  readonly route?: string
}

/** Returns the server that the page of this test calls; it knows the person and the company. */
export const serverOf = (role: Role = 'superuser'): FakeServer =>
  server
    .on(getUser, () => ({ status: 'success', user: person(role), expires_at: instant }))
    .on(getCompany, () => ({ status: 'success', company }))

/** Shows a page as a signed-in person sees it, with the messages and confirmations of its actions. */
export function showPage(page: ReactNode, { at = '/', route = '*' }: Shown = {}): void {
  const routes = createElement(Routes, null, createElement(Route, { path: route, element: page }))
  const overlays = createElement(Fragment, null, createElement(Confirmation), createElement(Toasts))
  history.replaceState(null, '', at)
  const router = createElement(BrowserRouter, null, routes, overlays, createElement(Address))
  render(createElement(QueryClientProvider, { client: makeQueryClient() }, router))
}

function Address() {
  const { pathname, search } = useLocation()
  return createElement('output', { 'data-testid': 'address' }, `${pathname}${search}`)
}

export const address = (): string => screen.getByTestId('address').textContent ?? ''

/** A part of the page, or all of it. */
type Within = ReturnType<typeof within>

export const button = (name: string | RegExp, part: Within = screen): HTMLButtonElement =>
  part.getByRole('button', { name })

/** Returns the field with this label. */
export const field = (label: string | RegExp, part: Within = screen): HTMLInputElement => part.getByLabelText(label)

/** Returns the text below a field: its error or hint. */
export const errorAt = (label: string | RegExp, part: Within = screen): string | null | undefined =>
  document.getElementById(field(label, part).getAttribute('aria-describedby') ?? '')?.textContent

/** Replaces the text of a field. */
export async function type(label: string | RegExp, words: string, part: Within = screen): Promise<void> {
  await hand.clear(field(label, part))
  if (words !== '') await hand.type(field(label, part), words)
}

/** Resolves when a message at the edge of the page shows these words. */
export const message = async (words: string): Promise<HTMLElement> =>
  within(await screen.findByRole('region', { name: /Messages/ })).findByText(words)

/** Presses the button that confirms a question. */
export async function confirm(yes: string): Promise<void> {
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: yes }))
}

/** Resolves with the texts of the cells of a table, row by row, without its head. */
export async function cellsOf(table: string): Promise<(string | null)[][]> {
  const [, ...rows] = within(await screen.findByRole('table', { name: table })).getAllByRole('row')
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}
