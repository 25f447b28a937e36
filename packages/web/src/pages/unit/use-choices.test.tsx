import { cleanup, render } from '@testing-library/react'
import { useEffect, useLayoutEffect } from 'react'
import { createBrowserRouter, type NavigateFunction, RouterProvider, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useKeptChoices } from '../../scope/kept-choices.ts'
import { useChoices } from './use-choices.ts'

afterEach(() => {
  cleanup()
  useKeptChoices.setState({}, true)
  history.replaceState(null, '', '/')
})

/** Opens the page of a unit by a link, on which `onOpened` runs before the page writes its choices; returns the address. */
async function addressAfter(onOpened: () => void): Promise<string> {
  let navigate: NavigateFunction | undefined
  let hasWritten = false
  const Start = () => {
    navigate = useNavigate()
    return null
  }
  const Unit = () => {
    useLayoutEffect(onOpened, [])
    useChoices()
    useEffect(() => {
      hasWritten = true
    }, [])
    return null
  }
  const routes = [
    { path: '/', element: <Start /> },
    { path: '/o/1', element: <Unit /> },
    { path: '/e/2', element: null },
  ]
  const router = createBrowserRouter(routes)
  render(<RouterProvider router={router} />)
  await navigate?.('/o/1')
  await expect.poll(() => hasWritten && router.state.navigation.state).toBe('idle')
  return location.pathname + location.search
}

test('a link to a unit takes the last choices, and writes them into the address', async () => {
  useKeptChoices.setState({ tab: 'equipment' })
  expect(await addressAfter(() => undefined)).toBe('/o/1?tab=equipment')
})

test('choices do not enter the address of a page to which a quick click led', async () => {
  useKeptChoices.setState({ tab: 'equipment' })
  expect(await addressAfter(() => history.pushState(null, '', '/e/2?period=1d'))).toBe('/e/2?period=1d')
})
