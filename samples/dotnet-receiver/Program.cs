using System.Text.Json;
using DotnetReceiver;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
// Keeps the names of members: the web defaults would write `refusals`, which the service refuses.
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.PropertyNamingPolicy = null);
var app = builder.Build();

var port = app.Configuration["port"] ?? "8080";
// The secret `signing` of the environment.
var key = File.ReadAllText(app.Configuration["key-file"] ?? "signing-key").Trim();

app.MapPost("/", async (HttpRequest request) =>
{
    using var bytes = new MemoryStream();
    await request.Body.CopyToAsync(bytes);
    if (!Signature.IsGenuine(request.Headers, bytes.ToArray(), key)) return Results.Unauthorized();
    bytes.Position = 0;
    return Results.Ok(Judge.Records(JsonSerializer.Deserialize<Call>(bytes)!));
});

app.Urls.Add($"http://127.0.0.1:{port}");
await app.StartAsync();
Console.WriteLine($"validates writes at {app.Urls.First()}/");
await app.WaitForShutdownAsync();
