import { useState } from 'react'

export type SidePanel = 'tree' | 'settings'

/**
 * Returns the open panel of the left sidebar, and a function that sets it. It is Settings on pages under `/setup`, else the tree.
 * A panel that was set last holds for pages of the kind on which it was set, also when the person comes back to them.
 */
export function useSidePanel(pathname: string): [SidePanel, (panel: SidePanel) => void] {
  const isSetup = pathname.startsWith('/setup')
  const [chosen, setChosen] = useState<{ panel: SidePanel; isSetup: boolean }>()
  const panel = chosen?.isSetup === isSetup ? chosen.panel : isSetup ? 'settings' : 'tree'
  return [panel, (wanted) => setChosen({ panel: wanted, isSetup })]
}
