// Runs before the first paint, so that the light theme never starts dark.
try {
  const kept = JSON.parse(localStorage.getItem('millwatch.preferences') ?? '{}')
  if (kept.state?.theme === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // A browser without storage, or with something else under that name: dark it is.
}
