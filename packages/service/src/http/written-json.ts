/** The JSON text of a value, for responses whose JSON an engine has written. Tests check it against the contract. */
export class WrittenJson<T> {
  readonly text: string
  /** Not set; the type of the value. */
  declare readonly value: T

  constructor(text: string) {
    this.text = text
  }
}
