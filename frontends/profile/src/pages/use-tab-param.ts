import { useSearchParams } from '@meadow/web'

/** Selected tab, stored in the URL as `?tab=`. It survives reload and Back. */
export function useTabParam<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: Tab) => void] {
  const [params, setParams] = useSearchParams()
  const requested = params.get('tab')
  const tab = tabs.find((one) => one === requested) ?? tabs[0]
  const choose = (next: Tab) => setParams({ tab: next }, { replace: true, state: { stay: true } })
  return [tab, choose]
}
