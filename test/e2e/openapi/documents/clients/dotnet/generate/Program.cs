using NJsonSchema.CodeGeneration.CSharp;
using NSwag;
using NSwag.CodeGeneration.CSharp;

// Writes a client of the document args[0] to args[1].
var document = await OpenApiDocument.FromJsonAsync(File.ReadAllText(args[0]));
var settings = new CSharpClientGeneratorSettings
{
    ClassName = "ServiceClient",
    UseBaseUrl = false,
    GenerateOptionalParameters = true,
};
settings.CSharpGeneratorSettings.Namespace = "Generated";
settings.CSharpGeneratorSettings.JsonLibrary = CSharpJsonLibrary.SystemTextJson;
settings.CSharpGeneratorSettings.GenerateOptionalPropertiesAsNullable = true;
settings.CSharpGeneratorSettings.DateType = "System.DateOnly";
File.WriteAllText(args[1], new CSharpClientGenerator(document, settings).GenerateFile());
