import './lib/arrival.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/layout.css'
import './ui/parts.css'
import './ui/text.css'
import './ui/base.css'
import './ui/controls.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { comeIn } from './app/come-in.ts'
import { makeRouter } from './app/router.tsx'
import { makeQueryClient } from './lib/query-client.ts'

async function start(): Promise<void> {
  // Some browsers do not have the Temporal API yet.
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  const client = makeQueryClient()
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root element')
  await comeIn(client)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={makeRouter(client)} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// public/support.js has checked which features this browser lacks, and shown a message when there are too many.
if (document.documentElement.dataset.unsupported === undefined) await start()
