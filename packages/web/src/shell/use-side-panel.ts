import { useState } from 'react'

export type SidePanel = 'tree' | 'settings'

/**
 * Returns the open panel of the left sidebar: Settings on its pages, else the tree, until the user opens the other
 * one.
 */
export function useSidePanel(pathname: string): [SidePanel, (panel: SidePanel) => void] {
  const isSetup = pathname.startsWith('/setup')
  const [chosen, setChosen] = useState<{ panel: SidePanel; isSetup: boolean }>()
  const panel = chosen?.isSetup === isSetup ? chosen.panel : isSetup ? 'settings' : 'tree'
  return [panel, (wanted) => setChosen({ panel: wanted, isSetup })]
}
