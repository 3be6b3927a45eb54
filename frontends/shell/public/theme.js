// Before the first paint: the theme that was chosen here (packages/web/src/theme), so that nothing flashes.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is switched off
}
