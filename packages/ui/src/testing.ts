/** For tests in jsdom, which has neither modal dialogs nor popovers: enough of both to use what stands in them. */
export function installTopLayer(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
}
