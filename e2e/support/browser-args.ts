/**
 * Names of the features that are switched off in Chromium. The first two would load the pop-ups of the address bar, which no test
 * uses, in a process of its own for each window. The others are those that Playwright switches off for Chromium on Linux, whose
 * list has no effect beside this one.
 */
const featuresLeftOut = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Arguments for Chromium. For root the sandbox is switched off. The arguments after the list of features prevent connections to
 * other servers than the product.
 */
export const browserArgs: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${featuresLeftOut.join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]
