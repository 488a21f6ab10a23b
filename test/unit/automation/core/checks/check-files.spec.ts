import { faultsOfActions } from './demo-checks.js';

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('checks files and zips', () => {
    expect(
      faultsOfActions(
        { Name: 'Q', Type: 'RunQuery', EntityName: 'Order' },
        { Name: 'A', Type: 'GenerateFile', Format: 'Pdf', FileName: '../x.csv', Source: 'Q' },
        { Name: 'B', Type: 'GenerateFile', Format: 'Csv', FileName: 'a\0b', Text: 'x' },
        { Name: 'C', Type: 'GenerateFile', Format: 'Csv', FileName: 'x'.repeat(300), Source: 'Z' },
        { Name: 'D', Type: 'GenerateFile', Format: 'Csv', FileName: 'same.csv', Source: 'Q' },
        { Name: 'E', Type: 'GenerateFile', Format: 'Csv', FileName: 'Same.csv', Source: 'Q' },
        { Name: 'Z1', Type: 'Zip', FileName: 'z.zip', Files: [] },
        { Name: 'Z2', Type: 'Zip', FileName: 'z.zip', Files: ['D', 'D', 'E', 'Q', 1] },
        { Name: 'G', Type: 'GenerateFile', Format: 'Csv', FileName: 'x' },
      ),
    ).toEqual([
      'Actions[1].Format | W: Actions[1].Format: Format must be one of Csv, Json, Text, Xlsx.',
      'Actions[1].FileName | W: Actions[1].FileName: A file name must not have / or \\.',
      'Actions[2].FileName | W: Actions[2].FileName: A file name must not have control characters.',
      'Actions[2].Text | W: Actions[2].Text: Text is for files of the Format Text; Csv needs a Source.',
      'Actions[3].FileName | W: Actions[3].FileName: A file name may have at most 255 bytes, not 300.',
      "Actions[3].Source | W: Actions[3].Source: 'Z' is not the name of a RunQuery before this action. Did you mean 'Q'?",
      'Actions[6].Files | W: Actions[6].Files: A zip needs at least one file.',
      'Actions[7].Files[1] | W: Actions[7].Files[1]: D is named twice.',
      'Actions[7].Files[2] | W: Actions[7].Files[2]: D and E make files of the same name.',
      "Actions[7].Files[3] | W: Actions[7].Files[3]: 'Q' is not the name of a GenerateFile before this action. Did you mean 'A'?",
      'Actions[7].Files[4] | W: Actions[7].Files[4]: The name of a GenerateFile action is required.',
      'Actions[8] | W: Actions[8]: A file has either a Source or a Text.',
    ]);
  });
});
