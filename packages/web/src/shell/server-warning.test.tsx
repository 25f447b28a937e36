import { getReadiness } from '@millwatch/contract/http/health'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../ui/fake-server.testing.ts'
import { serverOf, showPage } from '../ui/page.testing.ts'
import { ServerWarning } from './server-warning.tsx'

const warning =
  'The clock of this server is probably wrong: it is 12 min behind the clocks of most devices. Set the clock.'

test('a superuser sees the warning of the server', async () => {
  serverOf('superuser').on(getReadiness, () => ({ status: 'ok', version: '1', warning }))
  showPage(<ServerWarning firstMs={1} />)
  await screen.findByText(warning)
})

test('there is no line without a warning, or when the server cannot say', async () => {
  const server = serverOf('superuser').on(getReadiness, () => ({ status: 'ok', version: '1' }))
  showPage(<ServerWarning firstMs={1} />)
  await waitFor(() => expect(server.bodies(getReadiness)).toHaveLength(1))
  server.on(getReadiness, () => refuse('unavailable'))
  expect(screen.queryByText(/clock/)).toBeNull()
})

test('an admin is not asked to mend the server', async () => {
  const server = serverOf('admin').on(getReadiness, () => ({ status: 'ok', version: '1', warning }))
  showPage(
    <>
      <ServerWarning firstMs={1} />
      <p>The page</p>
    </>,
  )
  await screen.findByText('The page')
  expect(server.bodies(getReadiness)).toHaveLength(0)
  expect(screen.queryByText(warning)).toBeNull()
})
