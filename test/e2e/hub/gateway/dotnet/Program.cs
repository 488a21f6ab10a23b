using System.Globalization;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;

// Prints what it receives. Arguments: address of the service, token, tenant, protocol, .NET type of times.
var (address, token, tenant, protocol, type) = (args[0], args[1], args[2], args[3], args[4]);

var builder = new HubConnectionBuilder().WithUrl($"{address}/hubs/crud-notifications", options =>
{
    options.AccessTokenProvider = () => Task.FromResult<string?>(token);
    options.Headers["TenantId"] = tenant;
    options.Headers["AppId"] = "OrderToCash";
    options.Headers["EnvironmentId"] = "Development";
});
if (protocol == "messagepack") builder.AddMessagePackProtocol();
await using var hub = builder.Build();

switch (type)
{
    case "DateTime": Follow<DateTime, DateTime?>(); break;
    case "DateTimeOffset": Follow<DateTimeOffset, DateTimeOffset?>(); break;
    default: Follow<string, string?>(); break;
}

await hub.StartAsync();
var registered = await hub.InvokeAsync<Registered>("Watch", new { EntityName = "Note" });
Console.WriteLine($"watches {registered.EntityName}");
while (Console.ReadLine() is { Length: > 0 } correlationId)
{
    switch (type)
    {
        case "DateTime": await Ask<DateTime>(correlationId); break;
        case "DateTimeOffset": await Ask<DateTimeOffset>(correlationId); break;
        default: await Ask<string>(correlationId); break;
    }
}

void Follow<T, TOptional>()
{
    hub.On<Change<T>>("EntityChanged", message => Console.WriteLine($"changed {Text(message.OccurredAt)}"));
    hub.On<Notice<T, TOptional>>("Notification", message => Console.WriteLine($"noticed {Text(message.OccurredAt)} {Text(message.ReadOn)}"));
    hub.On<Outcome<T>>("OperationCompleted", message => Console.WriteLine($"completed {Text(message.Result!.CreatedOn)}"));
}

async Task Ask<T>(string correlationId)
{
    var answer = await hub.InvokeAsync<Operation<T>>("GetOperation", correlationId);
    Console.WriteLine($"operation {Text(answer.SubmittedOn)} {Text(answer.Result!.CreatedOn)}");
}

static string Text(object? time) => time switch
{
    DateTime at => at.ToUniversalTime().ToString("yyyy-MM-ddTHH:mm:ss.ffffff", CultureInfo.InvariantCulture),
    DateTimeOffset at => at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.ffffff", CultureInfo.InvariantCulture),
    string text => text,
    _ => "null",
};

public class Registered
{
    public string EntityName { get; set; } = "";
}

public class Change<T>
{
    public T OccurredAt { get; set; } = default!;
}

public class Notice<T, TOptional>
{
    public T OccurredAt { get; set; } = default!;
    public TOptional ReadOn { get; set; } = default!;
}

public class Note<T>
{
    public string Subject { get; set; } = "";
    public T CreatedOn { get; set; } = default!;
}

public class Outcome<T>
{
    public Note<T>? Result { get; set; }
}

public class Operation<T>
{
    public T SubmittedOn { get; set; } = default!;
    public Note<T>? Result { get; set; }
}
