import type { FaultRun } from './run/fault-run.ts'

/** The default of each option. Its type decides how the option is written: `--kills 5`, `--engines`, `--service chat`. */
export type FaultOptions = Readonly<Record<string, number | boolean | string>>

type FaultResult = {
  /** A line for each violation. The run fails if there is one. */
  broken: string[]
  /** The figures of the run, such as the number of operations. */
  figures: Readonly<Record<string, unknown>>
  /** Printed as tables, for example one row for each kill. */
  tables?: readonly (readonly object[])[]
}

/** One file of `src/faults/`. Its name is the name of the fault: `npm run faults -- NAME`. */
export type Fault<Options extends FaultOptions = FaultOptions> = {
  /** Says in a line what the run does. */
  summary: string
  options: Options
  run(run: FaultRun, options: Options): Promise<FaultResult>
}

/** Declares a fault. The options of `run` get their types from the defaults. */
export const defineFault = <Options extends FaultOptions>(fault: Fault<Options>): Fault<Options> => fault
