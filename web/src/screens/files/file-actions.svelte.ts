/** Save, open, copy and export the current game, and report results. */

import { decodeFile } from "../../notation/read";
import { files, m } from "../context.svelte";
import { formatMoves } from "../../notation/game-writer";
import type { Game } from "../../notation/game";
import type { PictureWithoutColors } from "./picture";
import { copy, download, fileName, share } from "./files";
import { type MessageAction, FileMessage } from "./file-message.svelte";
import { errorText } from "./error-text";

/** Data of the screen's game. */
export interface FileSource {
  /** Base name of files. */
  readonly name: () => string;
  /** The complete game with variations, as a record. */
  readonly record: () => Promise<string>;
  /** The current line up to the displayed position. */
  readonly line: () => Promise<Game>;
  /** What the board shows. */
  readonly picture: () => PictureWithoutColors;
  /** The complete URL of the displayed position. */
  readonly link: () => string | Promise<string>;
  /** Open text. Throws the errors of `errorText`, without changes. */
  readonly open: (text: string) => Promise<OpenResult>;
}

/** Result of opening. */
export interface OpenResult {
  readonly games: number;
  /** Action to open the complete game, if only the main line was used. */
  readonly rest?: MessageAction;
}

const RECORD = "application/vnd.qtn";
const SVG = "image/svg+xml";
const PNG = "image/png";

export class FileActions {
  /** Whether the open dialog is shown. */
  isOpening = $state(false);

  constructor(
    private readonly papers: FileSource,
    readonly message = new FileMessage(),
  ) {}

  /** Save as a record; returns a message. */
  async save(): Promise<string> {
    const file = fileName(this.papers.name(), ".qtn");
    download(file, await this.papers.record(), RECORD);
    return files.saved({ name: file });
  }

  async copyMoves(): Promise<string> {
    return this.copied(formatMoves(await this.papers.line()));
  }

  async savePicture(kind: "svg" | "png"): Promise<string> {
    const file = await this.picture(kind);
    download(file.name, file, file.type);
    return files.saved({ name: file.name });
  }

  async shareLink(): Promise<string> {
    const [url, picture] = await Promise.all([this.papers.link(), this.picture("png")]);
    const shared = await share({ url, title: m.app.title, files: [picture] });
    this.message.stays = shared === "neither";
    if (shared === "shared") return "";
    return shared === "copied" ? files.linkCopied : files.notCopied({ text: url });
  }

  /** Open a file or pasted text; resolves with an error message, or null. */
  async open(bytes: Uint8Array): Promise<string | null> {
    try {
      const { games, rest } = await this.papers.open(decodeFile(bytes));
      const notes = [
        ...(games > 1 ? [files.games({ count: games })] : []),
        ...(rest ? [files.mainLine] : []),
      ];
      this.message.show(notes.join(" "), true, rest);
      return null;
    } catch (error) {
      return errorText(error);
    }
  }

  /** Run an action and show its message, or its error. */
  async run(action: () => Promise<string>): Promise<void> {
    this.message.close();
    try {
      this.message.text = (await action()) || null;
    } catch (error) {
      this.message.show(errorText(error), true);
    }
  }

  private async picture(kind: "svg" | "png"): Promise<File> {
    const { paletteOf, pngOf, svgOf } = await import("../../board/export");
    const svg = svgOf({ ...this.papers.picture(), palette: paletteOf(document.body) });
    const content = kind === "svg" ? svg : await pngOf(svg);
    const name = fileName(this.papers.name(), `.${kind}`);
    return new File([content], name, { type: kind === "svg" ? SVG : PNG });
  }

  private async copied(text: string): Promise<string> {
    this.message.stays = !(await copy(text));
    return this.message.stays ? files.notCopied({ text }) : files.copied;
  }
}
