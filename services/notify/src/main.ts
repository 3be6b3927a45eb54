import { createLogger, exitOnUncaughtException, newId, runProcess, waitForShutdown } from '@meadow/service'
import { openStoreClock, openWhenAvailable, waitForStore } from '@meadow/storage'
import { readNotifyConfig, readPushOptions } from './config.ts'
import { openNotifyEngines } from './engines.ts'
import { createNotifyService } from './service.ts'

await runProcess('notify', async () => {
  const config = readNotifyConfig(process.env)
  const log = createLogger({ name: 'notify', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)

  const waiting = { log, probes: { port: config.PORT, host: config.HOST } }
  await waitForStore(config.STORE_URL, { service: 'notify', ...waiting })
  using clock = await openStoreClock(config.STORE_URL, { service: 'notify', log })
  const { now } = clock
  const openEngines = () => openNotifyEngines(config, { log, now, newId })
  await using engines = await openWhenAvailable(openEngines, waiting) // opened first, closed last
  await using service = createNotifyService({ ...engines, pushOptions: readPushOptions(config), log, now, newId })
  await service.start(config.PORT, config.HOST)
  await waitForShutdown(service, config.DRAIN_SECONDS)
})
